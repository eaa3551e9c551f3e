import FlyingFox
import Git

/// The files of the page, which are built into the program.
enum PageFiles {
  /// Nothing may run in the page but its own modules, and nothing may be loaded from elsewhere.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types sw
    """

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    "webmanifest": "application/manifest+json",
  ]

  /// Returns a file; nil if there is none at this path.
  ///
  /// - Parameter known: The tag of the version that the browser has.
  static func answer(_ path: String, known: String?) -> WebAnswer? {
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    guard let file = PageFile.all[name],
      let type = types[String(name.split(separator: ".").last ?? "")]
    else { return nil }
    var answer = WebAnswer(type: type, body: file.bytes)
    answer.packed = file.packed
    answer.headers[.cacheControl] = "no-cache"
    answer.headers[HTTPHeader("ETag")] = file.tag
    answer.headers[HTTPHeader("Content-Security-Policy")] = policy
    if known == file.tag {
      answer.status = .notModified
      (answer.body, answer.packed) = ([], nil)
    }
    return answer
  }
}

struct PageFile: Sendable {
  let bytes: [UInt8]
  /// The same in gzip's format; nil for pictures, which are packed already.
  let packed: [UInt8]?
  /// Differs with the content (RFC 9110, 8.8.3).
  let tag: String

  private init(_ bytes: [UInt8], packs: Bool) {
    self.bytes = bytes
    packed = packs ? Gzip.packed(bytes) : nil
    tag = "\"\(PageFile.hash(bytes))\""
  }

  /// A script or style without its comments and indentation, which a browser has no use for. A comment stands on lines of
  /// its own.
  private static func bare(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let isScript = name.hasSuffix(".js")
    guard isScript || name.hasSuffix(".css") else { return bytes }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { $0.drop { $0 == " " } }
    let kept = lines.filter { line in
      isScript
        ? !["//", "/*", "* ", "*/"].contains { line.hasPrefix($0) } && line != "*"
        : !(line.hasPrefix("/*") && line.hasSuffix("*/"))
    }
    return Array((kept.joined(separator: "\n") + "\n").utf8)
  }

  /// FNV-1a: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
  private static func hash(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 36)
  }

  /// The modules as one, since the requests for forty would take longer than all else at the start. Each stands after
  /// those that it imports from, so that no two may declare the same name at their top.
  private static func joined(_ modules: [String: [UInt8]]) -> [UInt8] {
    var seen: Set<String> = []
    var lines: [Substring] = []
    func add(_ name: String) {
      guard seen.insert(name).inserted, let bytes = modules[name] else { return }
      var own: [Substring] = []
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        guard line.hasPrefix("import "), let path = line.split(separator: "\"").last else {
          own.append(line)
          continue
        }
        add(String(path.dropFirst(2)))
      }
      lines += own
    }
    add("main.js")
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// The files by their names. The service worker gets the names and the version of all.
  static let all: [String: PageFile] = {
    var files: [String: [UInt8]] = [:]
    for (name, bytes) in sources { files[name] = bare(name, bytes) }
    let parts = files.filter { $0.key.hasSuffix(".js") && $0.key != "sw.js" }
    for name in parts.keys { files[name] = nil }
    files["page.js"] = joined(parts)
    let styles = ["app.css", "parts.css"].compactMap { files.removeValue(forKey: $0) }
    files["page.css"] = styles.flatMap(\.self)
    let version = hash(files.sorted { $0.key < $1.key }.flatMap(\.value))
    let kept = files.keys.filter { $0 != "sw.js" && $0 != "index.html" }.sorted()
    let names = (["/"] + kept).map { "\"\($0)\"" }.joined(separator: ", ")
    let header = "const version = \"\(version)\"\nconst files = [\(names)]\n"
    files["sw.js"] = Array(header.utf8) + (files["sw.js"] ?? [])
    return files.reduce(into: [:]) {
      $0[$1.key] = PageFile($1.value, packs: !$1.key.hasSuffix("png"))
    }
  }()

  private static let sources: [String: [UInt8]] = [
    "act.js": PackageResources.act_js,
    "add.js": PackageResources.add_js,
    "agenda.js": PackageResources.agenda_js,
    "alerts.js": PackageResources.alerts_js,
    "api.js": PackageResources.api_js,
    "app.css": PackageResources.app_css,
    "choose.js": PackageResources.choose_js,
    "complete.js": PackageResources.complete_js,
    "copy.js": PackageResources.copy_js,
    "dates.js": PackageResources.dates_js,
    "dom.js": PackageResources.dom_js,
    "drag.js": PackageResources.drag_js,
    "editor.js": PackageResources.editor_js,
    "fields.js": PackageResources.fields_js,
    "frame.js": PackageResources.frame_js,
    "history.js": PackageResources.history_js,
    "icon-180.png": PackageResources.icon_180_png,
    "icon-192.png": PackageResources.icon_192_png,
    "icon-512.png": PackageResources.icon_512_png,
    "icon.svg": PackageResources.icon_svg,
    "icons.js": PackageResources.icons_js,
    "in-place.js": PackageResources.in_place_js,
    "index.html": PackageResources.index_html,
    "kept.js": PackageResources.kept_js,
    "keys.js": PackageResources.keys_js,
    "list.js": PackageResources.list_js,
    "lists.js": PackageResources.lists_js,
    "main.js": PackageResources.main_js,
    "manifest.webmanifest": PackageResources.manifest_webmanifest,
    "menu.js": PackageResources.menu_js,
    "notes.js": PackageResources.notes_js,
    "overlay.js": PackageResources.overlay_js,
    "palette.js": PackageResources.palette_js,
    "parts.css": PackageResources.parts_css,
    "pickers.js": PackageResources.pickers_js,
    "queue.js": PackageResources.queue_js,
    "refused.js": PackageResources.refused_js,
    "router.js": PackageResources.router_js,
    "row.js": PackageResources.row_js,
    "search.js": PackageResources.search_js,
    "settings.js": PackageResources.settings_js,
    "sign-in.js": PackageResources.sign_in_js,
    "state.js": PackageResources.state_js,
    "steps.js": PackageResources.steps_js,
    "sw.js": PackageResources.sw_js,
    "swipe.js": PackageResources.swipe_js,
    "sync.js": PackageResources.sync_js,
    "task.js": PackageResources.task_js,
    "toast.js": PackageResources.toast_js,
    "words.js": PackageResources.words_js,
  ]
}
