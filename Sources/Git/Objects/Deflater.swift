import Clibgit2
import Platform

/// Deflates objects one after another in one reused buffer, at zlib's fastest level, as git does for loose objects.
///
/// A small object is stored as it is: its file occupies a block of the disk either way, and most of the time goes to
/// the code tables. git compresses it when it packs.
final class Deflater {
  /// The most bytes that are stored; the length of one stored block is below 65,536.
  private static let small = 1024

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
  private var isReady = false

  init() { stream.initialize(to: z_stream()) }

  deinit {
    if isReady { deflateEnd(stream) }
    stream.deallocate()
    buffer.deallocate()
  }

  /// Deflates the concatenation of some pieces. The result is valid until the next call; nil if memory is exhausted.
  func deflate(_ pieces: [[UInt8]]) -> UnsafeRawBufferPointer? {
    let count = pieces.reduce(0) { $0 + $1.count }
    if count <= Deflater.small { return stored(Array(pieces.joined())) }
    let code = isReady ? deflateReset(stream) : clibgit2_deflate_start(stream)
    guard code == Z_OK else { return nil }
    isReady = true
    let most = Int(deflateBound(stream, UInt(count)))
    if buffer.count < most {
      buffer.deallocate()
      buffer = .allocate(byteCount: most, alignment: 16)
    }
    stream.pointee.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(clamping: buffer.count)
    for piece in pieces {
      let isWritten = piece.withUnsafeBufferPointer { bytes in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: bytes.count)
        return bytes.isEmpty || Clibgit2.deflate(stream, Z_NO_FLUSH) == Z_OK
      }
      guard isWritten, stream.pointee.avail_in == 0 else { return nil }
    }
    guard Clibgit2.deflate(stream, Z_FINISH) == Z_STREAM_END else { return nil }
    return UnsafeRawBufferPointer(rebasing: buffer[..<Int(stream.pointee.total_out)])
  }

  /// Returns a stream of one stored block (RFC 1950; RFC 1951, 3.2.4).
  private func stored(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
    let (low, high) = (UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8))
    let sum = UInt32(truncatingIfNeeded: adler32(1, bytes, UInt32(bytes.count)))
    var whole: [UInt8] = [0x78, 0x01, 0x01, low, high, ~low, ~high]
    whole += bytes
    for shift in [24, 16, 8, 0] { whole.append(UInt8(truncatingIfNeeded: sum >> shift)) }
    buffer.copyBytes(from: whole)
    return UnsafeRawBufferPointer(rebasing: buffer[..<whole.count])
  }
}
