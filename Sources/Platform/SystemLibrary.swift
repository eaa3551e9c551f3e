// Exports the C library of the system to every module that imports Platform.

#if canImport(Darwin)
  @_exported import Darwin
#else
  @_exported import Glibc
#endif

extension stat {
  /// When the file was last written.
  @inlinable package var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  /// When the file or its status was last changed.
  @inlinable package var changed: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }
}
