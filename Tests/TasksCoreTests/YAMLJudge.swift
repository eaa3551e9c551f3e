import CoreTestSupport
import Foundation
import Testing

/// ruamel.yaml as an independent reader, of YAML 1.1 and of 1.2: one process for many texts.
enum YAMLJudge {
  enum Value: Equatable {
    case null
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case text(String)
    /// A day, or a day and a time, as YAML knows it.
    case date(String)
    case list([Value])
    case map([String: Value])
    /// Anything else, and what cannot be read.
    case other(String)

    subscript(key: String) -> Value? {
      if case .map(let values) = self { values[key] } else { nil }
    }
  }

  struct Reading: Equatable {
    /// By YAML 1.1.
    let old: Value
    /// By YAML 1.2.
    let new: Value
  }

  static func read(_ texts: [String]) throws -> [Reading] {
    let output = try PythonJudge.run(
      program, input: Array(JSONSerialization.data(withJSONObject: texts)),
      package: "python3-ruamel.yaml")
    let answer = try JSONSerialization.jsonObject(with: Data(output.utf8))
    let pairs = try #require(answer as? [[Any]])
    try #require(pairs.count == texts.count)
    return pairs.map { Reading(old: value($0[0]), new: value($0[1])) }
  }

  /// A value comes as its kind and itself: JSON has no days, and Foundation takes `true` for a number.
  private static func value(_ pair: Any) -> Value {
    guard let pair = pair as? [Any], pair.count == 2, let kind = pair[0] as? String else {
      return .other("\(pair)")
    }
    switch (kind, pair[1]) {
    case ("null", _): return .null
    case ("bool", let text as String): return .boolean(text == "True")
    case ("int", let text as String): return Int(text).map { .integer($0) } ?? .other(text)
    case ("float", let text as String): return Double(text).map { .real($0) } ?? .other(text)
    case ("text", let text as String): return .text(text)
    case ("date", let text as String): return .date(text)
    case ("list", let items as [Any]): return .list(items.map { value($0) })
    case ("map", let entries as [[Any]]):
      let pairs = entries.compactMap { entry in
        (entry[0] as? String).map { ($0, value(entry[1])) }
      }
      return .map(Dictionary(pairs) { $1 })
    default: return .other("\(pair)")
    }
  }

  private static let program = #"""
    import datetime, json, sys, warnings
    from ruamel.yaml import YAML
    warnings.simplefilter("ignore")

    def kind(value):
        if value is None: return ["null", ""]
        if isinstance(value, bool): return ["bool", str(value)]
        if isinstance(value, int): return ["int", str(value)]
        if isinstance(value, float): return ["float", repr(value)]
        if isinstance(value, str): return ["text", value]
        if isinstance(value, (datetime.date, datetime.datetime)): return ["date", value.isoformat()]
        if isinstance(value, list): return ["list", [kind(item) for item in value]]
        if isinstance(value, dict):
            return ["map", [[key if isinstance(key, str) else repr(key), kind(item)]
                            for key, item in value.items()]]
        return ["other", repr(value)]

    def read(text, version):
        reader = YAML(typ="safe", pure=True)
        reader.version = version
        try:
            return kind(reader.load(text))
        except Exception as error:
            return ["other", "%s: %s" % (type(error).__name__, error)]

    texts = json.load(open(sys.argv[1], encoding="utf-8"))
    json.dump([[read(text, (1, 1)), read(text, (1, 2))] for text in texts], sys.stdout)
    """#
}
