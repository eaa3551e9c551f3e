/// The files that are built into the program: what a new store starts with.
public enum Templates {
  /// `.tasks/config` of a new store, in git-config syntax.
  public static var storeConfig: [UInt8] { PackageResources.config }

  /// `.gitattributes` of a new store: both formats go through the merge driver, and no line end is touched.
  public static var storeAttributes: [UInt8] { PackageResources.gitattributes }
}
