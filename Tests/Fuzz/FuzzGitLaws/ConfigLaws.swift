import Clibgit2
import TestSupport
import Platform

import Git

/// What must hold for the bytes of any config file. libgit2 is the judge, and where it reads something else, the git
/// program: libgit2 1.5 differs from git in odd files.
package enum ConfigLaws {
  private static let file = ScratchFile()
  private static let isStarted = git_libgit2_init() > 0

  private struct Entry: Hashable {
    let key: String
    let value: String?
  }

  package static func check(_ bytes: [UInt8]) {
    guard isStarted, let config = try? ConfigFile(bytes: bytes) else { return }
    // ``ConfigFile`` takes no other files in, as both of them do. What is no UTF-8 is repaired by ours only.
    guard !config.entries.contains(where: { $0.key.hasPrefix("include") }),
      String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    else { return }
    compare(config, "read")
    for entry in config.entries {
      Law.require(
        config.strings(entry.key).contains(entry.value ?? "true")
          || ConfigKey(entry.key) == nil, "an entry is found by its key \(entry.key)")
    }
    checkEdits(config)
  }

  private static func checkEdits(_ config: ConfigFile) {
    var keys = ["core.probe", "core.probe.Sub.one"]
    if let last = config.entries.last?.key, ConfigKey(last) != nil { keys.append(last) }
    if let first = config.entries.first?.key, ConfigKey(first) != nil { keys.append(first) }
    for (number, key) in keys.enumerated() {
      let value = ["plain", " odd # \"value\" \\ ", "", "two\nlines\t"][number]
      var edited = config
      guard (try? edited.set(key, to: value)) != nil else {
        Law.require(false, "\(key) can be set")
        continue
      }
      let full = ConfigKey(key)?.full
      Law.require(edited.string(key) == value, "\(key) reads as it was set")
      Law.require(
        others(edited, full) == others(config, full), "\(key) was set, and nothing else changed")
      if number == 1 { compare(edited, "edited") }
    }
  }

  private static func others(_ config: ConfigFile, _ key: String?) -> [Entry] {
    entries(config).filter { $0.key != key }
  }

  private static func entries(_ config: ConfigFile) -> [Entry] {
    config.entries.map { Entry(key: $0.key, value: $0.value) }
  }

  private static func compare(_ config: ConfigFile, _ how: String) {
    file.write(config.bytes)
    let ours = entries(config)
    let (first, complaint) = (entriesOfLibgit2(), Libgit2Objects.complaint)
    if first == ours { return }
    let second = entriesOfGit()
    Law.require(
      second?.map(withSpaces) == ours.map(withSpaces),
      """
      libgit2 or git reads the same entries of the file \(how)
        ours    \(ours)
        libgit2 \(first.map(String.init(describing:)) ?? complaint)
        git     \(String(describing: second))
      """)
  }

  /// Until 2.45, git made a space of each blank in a value that is not quoted.
  private static func withSpaces(_ entry: Entry) -> Entry {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") }
    let value = entry.value?.utf8.map { isBlank($0) ? UInt8(ascii: " ") : $0 }
    return Entry(key: entry.key, value: value.map { String(decoding: $0, as: UTF8.self) })
  }

  private static func entriesOfLibgit2() -> [Entry]? {
    var config: OpaquePointer?
    guard git_config_open_ondisk(&config, file.path) == 0 else { return nil }
    defer { git_config_free(config) }
    var walk: OpaquePointer?
    guard git_config_iterator_new(&walk, config) == 0 else { return nil }
    defer { git_config_iterator_free(walk) }
    var entries: [Entry] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, walk) == 0, let entry = entry?.pointee, let name = entry.name {
      entries.append(
        Entry(key: String(cString: name), value: entry.value.map { String(cString: $0) }))
    }
    return entries
  }

  private static func entriesOfGit() -> [Entry]? {
    guard
      let pipe = popen("git config --file \(file.path) --no-includes --list -z 2>/dev/null", "r")
    else { fatalError("git cannot be started") }
    var listed: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 {
      listed += chunk[..<count]
    }
    guard pclose(pipe) == 0 else { return nil }
    return listed.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { line in
      let end = line.firstIndex(of: UInt8(ascii: "\n"))
      return Entry(
        key: String(decoding: line[..<(end ?? line.endIndex)], as: UTF8.self),
        value: end.map { String(decoding: line[($0 + 1)...], as: UTF8.self) })
    }
  }
}
