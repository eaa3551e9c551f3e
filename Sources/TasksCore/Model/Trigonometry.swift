/// Sine, cosine and arc sine by their series, since no C library is imported here. Exact to about 1e-15.
package enum Trigonometry {
  /// - Parameter angle: In radians, from −π to π.
  package static func sine(_ angle: Double) -> Double {
    // The series is short up to a right angle.
    var x = angle
    if x > .pi / 2 { x = .pi - x } else if x < -.pi / 2 { x = -.pi - x }
    var term = x
    var sum = x
    for step in 1...11 {
      term *= -x * x / Double(2 * step * (2 * step + 1))
      sum += term
    }
    return sum
  }

  /// - Parameter angle: In radians, from −π/2 to π.
  package static func cosine(_ angle: Double) -> Double { sine(.pi / 2 - angle) }

  /// - Parameter sine: From 0 to 1.
  package static func arcSine(_ sine: Double) -> Double {
    // Three times half the angle, then the series.
    var x = min(max(sine, 0), 1)
    for _ in 0..<3 { x /= (2 * (1 + (1 - x * x).squareRoot())).squareRoot() }
    var term = x
    var sum = x
    for step in 1...10 {
      let odd = Double(2 * step - 1)
      term *= x * x * odd / Double(2 * step)
      sum += term / (odd + 2)
    }
    return 8 * sum
  }
}
