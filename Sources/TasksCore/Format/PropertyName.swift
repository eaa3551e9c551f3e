/// Names of properties.
package enum PropertyName {
  /// True for a name that both formats can hold, and by which neither has a field.
  package static func isFree(_ name: Text) -> Bool {
    do {
      try OrgChecks.check(property: name, value: "x")
      try MarkdownChecks.check(property: name, value: "x")
      return OrgProperty.named(name) == nil
    } catch {
      return false
    }
  }
}
