import TestSupport
import Testing

/// What an import reads of files of Org and of Markdown, leaves out, and knows again.
@Suite struct ImportTests {
  /// What Emacs has decrypted is plain for the while, and holds nothing up.
  @Test func whatWaitsForEncryptionComesAsItStands() throws {
    let world = try World.withSampleStore()
    try world.write(
      """
      * TODO Bank :crypt:
      The PIN is plugh.
      * TODO Safe :crypt:
      -----BEGIN PGP MESSAGE-----

      abcd
      -----END PGP MESSAGE-----
      * TODO Other

      """, to: "crypt.org")
    try expect(
      #"""
      $ tasks import org ../crypt.org --dry-run
      would be added ID  Bank  +crypt
      would be added ID  Safe  +crypt
      would be added ID  Other
      3 would be added, 0 would be changed, 0 unchanged
      ! tasks: the notes of 'Bank' have the tag crypt and are not encrypted; do it with: tasks encrypt hbf4cj9pdnpvf759
      $ tasks import org ../crypt.org
      added ID  Bank  +crypt
      added ID  Safe  +crypt
      added ID  Other
      3 added, 0 changed, 0 unchanged
      ! tasks: the notes of 'Bank' have the tag crypt and are not encrypted; do it with: tasks encrypt hbf4cj9pdnpvf759
      $ tasks import org ../crypt.org
      0 added, 0 changed, 3 unchanged
      """#, in: world)
  }
}
