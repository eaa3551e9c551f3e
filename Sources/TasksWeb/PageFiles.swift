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
