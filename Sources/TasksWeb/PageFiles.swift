import FlyingFox

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
    answer.headers[.cacheControl] = "no-cache"
    answer.headers[HTTPHeader("ETag")] = file.tag
    answer.headers[HTTPHeader("Content-Security-Policy")] = policy
    if known == file.tag {
      answer.status = .notModified
      answer.body = []
    }
    return answer
  }
}

struct PageFile: Sendable {
  let bytes: [UInt8]
  /// Differs with the content (RFC 9110, 8.8.3).
  let tag: String

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // FNV-1a: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    tag = "\"\(String(hash, radix: 36))\""
  }

  static let all: [String: PageFile] = [
    "act.js": PageFile(PackageResources.act_js),
    "add.js": PageFile(PackageResources.add_js),
    "agenda.js": PageFile(PackageResources.agenda_js),
    "alerts.js": PageFile(PackageResources.alerts_js),
    "api.js": PageFile(PackageResources.api_js),
    "app.css": PageFile(PackageResources.app_css),
    "complete.js": PageFile(PackageResources.complete_js),
    "dom.js": PageFile(PackageResources.dom_js),
    "drag.js": PageFile(PackageResources.drag_js),
    "editor.js": PageFile(PackageResources.editor_js),
    "fields.js": PageFile(PackageResources.fields_js),
    "frame.js": PageFile(PackageResources.frame_js),
    "history.js": PageFile(PackageResources.history_js),
    "icon-180.png": PageFile(PackageResources.icon_180_png),
    "icon-192.png": PageFile(PackageResources.icon_192_png),
    "icon-512.png": PageFile(PackageResources.icon_512_png),
    "icon.svg": PageFile(PackageResources.icon_svg),
    "icons.js": PageFile(PackageResources.icons_js),
    "in-place.js": PageFile(PackageResources.in_place_js),
    "index.html": PageFile(PackageResources.index_html),
    "keys.js": PageFile(PackageResources.keys_js),
    "list.js": PageFile(PackageResources.list_js),
    "main.js": PageFile(PackageResources.main_js),
    "manifest.webmanifest": PageFile(PackageResources.manifest_webmanifest),
    "menu.js": PageFile(PackageResources.menu_js),
    "notes.js": PageFile(PackageResources.notes_js),
    "overlay.js": PageFile(PackageResources.overlay_js),
    "parts.css": PageFile(PackageResources.parts_css),
    "queue.js": PageFile(PackageResources.queue_js),
    "refused.js": PageFile(PackageResources.refused_js),
    "router.js": PageFile(PackageResources.router_js),
    "row.js": PageFile(PackageResources.row_js),
    "search.js": PageFile(PackageResources.search_js),
    "settings.js": PageFile(PackageResources.settings_js),
    "sign-in.js": PageFile(PackageResources.sign_in_js),
    "state.js": PageFile(PackageResources.state_js),
    "sw.js": PageFile(PackageResources.sw_js),
    "task.js": PageFile(PackageResources.task_js),
    "toast.js": PageFile(PackageResources.toast_js),
  ]
}
