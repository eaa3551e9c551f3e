import TasksCore
import TasksStore

extension StoreClient {
  /// Reads what the user's settings `ui.*` say.
  ///
  /// - Throws: `invalid` for a value that cannot be used.
  package func settings() throws -> ScreenState.Settings {
    let file = try UserSettings(variable: context.variable)
    var settings = ScreenState.Settings()
    settings.view = file.string("ui.view") ?? settings.view
    settings.hasMouse = try file.bool("ui.mouse") ?? false
    settings.showsCursor = try file.bool("ui.cursor") ?? false
    if let name = file.string("ui.border") {
      guard let border = ScreenState.Settings.Border(rawValue: name) else {
        throw StoreError.invalid(
          "ui.border in your settings is '\(name)'; it can be unicode, ascii or none")
      }
      settings.border = border
    }
    if let text = file.string("ui.sync"), text != "off" {
      guard let minutes = try? Effort.read(text), minutes > 0 else {
        throw StoreError.invalid(
          "ui.sync in your settings is '\(text)'; it can be a length of time such as 10m, or off")
      }
      settings.sync = minutes
    }
    settings.keys = try KeyMap(file.strings("ui.key"))
    return settings
  }
}
