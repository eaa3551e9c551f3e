/// Where a task is to be done.
public struct Place: Hashable, Sendable {
  /// Degrees, WGS 84.
  public struct Coordinates: Hashable, Sendable {
    /// −90 to 90.
    public let latitude: Double
    /// −180 to 180.
    public let longitude: Double

    public init?(latitude: Double, longitude: Double) {
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
      self.latitude = latitude
      self.longitude = longitude
    }

    /// Reads `50.08750,14.42130`; blanks around the comma do no harm.
    public init?(_ text: String) {
      // No number that is one is longer.
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
  /// Metres; 500 counts where a task does not say.
  public var radius: Int?

  public init(name: Text? = nil, coordinates: Coordinates? = nil, radius: Int? = nil) {
    self.name = name
    self.coordinates = coordinates
    self.radius = radius
  }

  public var isEmpty: Bool { name == nil && coordinates == nil && radius == nil }
}

extension StringProtocol {
  /// Without the spaces and tabs at both ends.
  var trimmedBlanks: String {
    Text(bytes: Array(utf8)[...].trimmingBlanks).string
  }
}
