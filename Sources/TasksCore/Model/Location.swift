/// The place where a task is to be done.
public struct Location: Hashable, Sendable {
  /// A position in degrees, WGS 84.
  public struct Coordinates: Hashable, Sendable {
    /// From −90 to 90.
    public let latitude: Double
    /// From −180 to 180.
    public let longitude: Double

    public init?(latitude: Double, longitude: Double) {
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
      self.latitude = latitude
      self.longitude = longitude
    }

    /// Parses `50.08750,14.42130`. Blanks around the comma are allowed.
    public init?(_ text: String) {
      // A longer text is not a pair of numbers.
      guard text.utf8.count <= 256 else { return nil }
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let latitude = Double(parts[0].trimmedBlanks),
        let longitude = Double(parts[1].trimmedBlanks)
      else { return nil }
      self.init(latitude: latitude, longitude: longitude)
    }

    public var text: String { "\(latitude),\(longitude)" }
  }

  public var name: Text?
  public var coordinates: Coordinates?
  /// In metres. Nil means the default of 500.
  public var radius: Int?

  public init(name: Text? = nil, coordinates: Coordinates? = nil, radius: Int? = nil) {
    self.name = name
    self.coordinates = coordinates
    self.radius = radius
  }

  /// Parses `50.0875,14.4213` and `50.0875,14.4213,Home`.
  public init?(here text: String) {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let parts = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, let coordinates = Coordinates(parts[0] + "," + parts[1]) else {
      return nil
    }
    let name = parts.count > 2 ? Text(parts[2].trimmedBlanks) : .empty
    guard !name.hasControlCharacters else { return nil }
    self.init(name: name.isEmpty ? nil : name, coordinates: coordinates)
  }

  public var isEmpty: Bool { name == nil && coordinates == nil && radius == nil }
}

extension StringProtocol {
  /// The text without spaces and tabs at both ends.
  var trimmedBlanks: String {
    Text(bytes: Array(utf8)[...].trimmingBlanks).string
  }
}
