import Foundation
import TasksCore
import TestSupport
import Testing

/// zxing-cpp, which `.ci/need test` installs, reads the codes.
@Suite struct QRCodeTests {
  private static let script = """
    import sys, zxingcpp
    for line in sys.stdin:
        rows = [[int(module) for module in row] for row in line.split()]
        pixels = b"".join(bytes(255 * (1 - module) for module in row for _ in range(4)) * 4 for row in rows)
        image = memoryview(pixels).cast("B", shape=[4 * len(rows), 4 * len(rows[0])])
        print("|".join(code.text for code in zxingcpp.read_barcodes(image)))
    """

  @Test func aReaderReadsEveryLength() throws {
    let letters = Array(
      "http://127.0.0.1:8275/#abcdefghijklmnopqrstuvwxyz-_ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    // The longest and the shortest text of each version, and those between.
    let lengths = [
      1, 17, 18, 32, 33, 53, 54, 65, 78, 79, 106, 107, 134, 135, 154, 155, 192, 193, 230, 231, 250,
      271,
    ]
    let texts = lengths.map { count in
      String((0..<count).map { letters[($0 * 7 + count) % letters.count] })
    }
    let images = try texts.map { text in
      let code = try #require(QRCode(text), "\(text.count)")
      return (-4..<code.side + 4).map { y in
        (-4..<code.side + 4).map { code[$0, y] ? "1" : "0" }.joined()
      }.joined(separator: " ")
    }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let world = try World()
    try world.write(Self.script, to: "read.py")
    let outcome = try world.run(
      root.path + "/.build/judges/bin/python3", [world.path("read.py")],
      input: images.joined(separator: "\n") + "\n")
    let read = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(read.map(String.init) == texts, "\(outcome.errors)")
    #expect(QRCode(String(repeating: "x", count: 272)) == nil)
  }
}
