import CPure

/// The place where a task is to be done.
package struct Location: Hashable, Sendable {
  /// A position in degrees, WGS 84.
  package struct Coordinates: Hashable, Sendable {
    /// From −90 to 90.
    package let latitude: Double
    /// From −180 to 180.
    package let longitude: Double

    package init?(latitude: Double, longitude: Double) {
      guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
      self.latitude = latitude
      self.longitude = longitude
    }

    /// Parses `50.08750,14.42130`. Blanks around the comma are allowed.
    package init?(_ text: String) {
      // A longer text is not a pair of numbers.
      guard text.utf8.count <= 256 else { return nil }
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let latitude = Double(parts[0].trimmedBlanks),
        let longitude = Double(parts[1].trimmedBlanks)
      else { return nil }
      self.init(latitude: latitude, longitude: longitude)
    }

    package var text: String { "\(latitude),\(longitude)" }

    /// Returns the distance along the surface in metres, by the haversine formula on a sphere of the earth's mean
    /// radius; it is off by up to 0.5 %.
    package func distance(to other: Coordinates) -> Double {
      func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
      func squaredHalfSine(_ angle: Double) -> Double {
        let sine = pure_sine(angle / 2)
        return sine * sine
      }
      let square =
        squaredHalfSine(radians(other.latitude - latitude))
        + pure_cosine(radians(latitude)) * pure_cosine(radians(other.latitude))
        * squaredHalfSine(radians(other.longitude - longitude))
      return 2 * 6_371_009 * pure_arc_sine(min(1, square.squareRoot()))
    }
  }

  package var name: Text?
  package var coordinates: Coordinates?
  /// In metres. Nil means the default of 500.
  package var radius: Int?

  package init(name: Text? = nil, coordinates: Coordinates? = nil, radius: Int? = nil) {
    self.name = name
    self.coordinates = coordinates
    self.radius = radius
  }

  /// Parses `50.0875,14.4213` and `50.0875,14.4213,Home`.
  package init?(here text: String) {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let parts = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, let coordinates = Coordinates(parts[0] + "," + parts[1]) else {
      return nil
    }
    let name = parts.count > 2 ? Text(parts[2].trimmedBlanks) : .empty
    guard !name.hasControlCharacters else { return nil }
    self.init(name: name.isEmpty ? nil : name, coordinates: coordinates)
  }

  /// The radius of a place without one, in metres.
  package static let usualRadius = 500

  /// Returns a distance for people: `120 m`, `1.2 km`, `34 km`.
  package static func text(metres: Int) -> String {
    if metres < 1_000 { return "\(metres) m" }
    let tenths = (metres + 50) / 100
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) km" : "\((metres + 500) / 1_000) km"
  }

  package var isEmpty: Bool { name == nil && coordinates == nil && radius == nil }
}

extension StringProtocol {
  /// The text without spaces and tabs at both ends.
  package var trimmedBlanks: String {
    Text(bytes: Array(utf8)[...].trimmingBlanks).string
  }
}
