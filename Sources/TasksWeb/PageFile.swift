/// A file of the page.
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

  /// All files by their names.
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
