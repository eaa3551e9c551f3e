import Clibgit2
import Platform

/// Inflates one object after the other in one piece of memory.
final class Inflater {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private let isReady: Bool
  private let quick = QuickInflater()

  /// zlib's quick way wants room for the longest match behind what it writes, and our own for less.
  private static let room = 258

  init() {
    stream.initialize(to: z_stream())
    isReady = clibgit2_inflate_start(stream) == Z_OK
  }

  deinit {
    if isReady { inflateEnd(stream) }
    stream.deallocate()
    buffer.deallocate()
  }

  /// The `size` bytes that were deflated to those from `start` on; they hold until the next call. Nil when they are
  /// others, or more or less.
  func inflate(
    _ bytes: UnsafeRawBufferPointer, at start: Int, size: Int
  ) -> UnsafeRawBufferPointer? {
    guard isReady, start <= bytes.count else { return nil }
    if buffer.count < size + Inflater.room {
      buffer.deallocate()
      buffer = .allocate(byteCount: (size + Inflater.room) * 2, alignment: 16)
    }
    return inflateQuickly(bytes, at: start, size: size)
      ?? inflateByZlib(bytes, at: start, size: size)
  }

  func inflateQuickly(
    _ bytes: UnsafeRawBufferPointer, at start: Int, size: Int
  ) -> UnsafeRawBufferPointer? {
    guard size <= QuickInflater.largest else { return nil }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
    return quick.inflate(bytes, at: start, into: room) ? UnsafeRawBufferPointer(room) : nil
  }

  func inflateByZlib(
    _ bytes: UnsafeRawBufferPointer, at start: Int, size: Int
  ) -> UnsafeRawBufferPointer? {
    guard inflateReset(stream) == Z_OK else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: rest.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(clamping: rest.count)
    stream.pointee.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(clamping: buffer.count)
    guard Clibgit2.inflate(stream, Z_FINISH) == Z_STREAM_END, stream.pointee.total_out == size
    else { return nil }
    return UnsafeRawBufferPointer(rebasing: buffer[..<size])
  }
}
