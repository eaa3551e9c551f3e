/// Merges notes of which a side is encrypted (exchange.md, "Encryption").
///
/// They are decrypted, merged by lines (``BodyMerge``) and encrypted to those whom the sides agree on, in memory. A
/// message that says the same, to the same readers, is kept byte for byte. Without the keys, the messages of both sides
/// are kept one after the other, for a device that has them.
///
/// Laws: those of ``BodyMerge``, up to decryption. What was encrypted on both sides is nowhere plain.
package struct EncryptedNotesMerge {
  package let notes: Text
  /// False if the messages of both sides are kept.
  let isMerged: Bool

  /// Nil if no version is encrypted, or if the sides do not contradict each other: then no key is needed.
  ///
  /// - Parameter isSecret: Whether the merged task has the tag of encrypted notes.
  package init?(
    _ bodies: ThreeWay<Text>, format: Format, local: Side?, isSecret: Bool,
    cipher: (any NotesCipher)?
  ) {
    guard bodies.decision(local: local, text: { $0 }).isConflict else { return nil }
    let isEncrypted = bodies.map(\.hasMessage)
    guard isEncrypted.ours || isEncrypted.theirs || isEncrypted.base == true else { return nil }
    let staysSecret = isSecret || isEncrypted.ours && isEncrypted.theirs
    if let cipher,
      let merged = try? EncryptedNotesMerge.merged(
        bodies, format: format, local: local, isSecret: staysSecret, cipher)
    {
      (notes, isMerged) = (merged, true)
    } else {
      (notes, isMerged) = (EncryptedNotesMerge.both(bodies, local: local), false)
    }
  }

  private static func merged(
    _ bodies: ThreeWay<Text>, format: Format, local: Side?, isSecret: Bool,
    _ cipher: any NotesCipher
  ) throws(CipherError) -> Text {
    // The text before may be readable for nobody here: then the lines of both sides are kept.
    let base = bodies.base.flatMap {
      try? NotesEncryption.opened($0, format: format, with: cipher)
    }
    let opened = ThreeWay<NotesEncryption.Opened>(
      base: base, ours: try NotesEncryption.opened(bodies.ours, format: format, with: cipher),
      theirs: try NotesEncryption.opened(bodies.theirs, format: format, with: cipher))
    let text = BodyMerge(opened.map(\.text), format: format, local: local).notes
    guard isSecret, !text.isEmpty else { return text }
    let readers = MessageReaders.merged(opened.map(\.readers))
    let same = [Side.ours, .theirs].filter {
      opened[$0].text == text && opened[$0].readers == readers
        && ArmoredNotes(bodies[$0]).onlyMessage != nil
    }
    if let kept = same.map({ bodies[$0] }).max() { return kept }
    return try NotesEncryption.sealed(text, for: readers, with: cipher)
  }

  /// Keeps the messages of both sides: the local one first, else the greater one. Plain text comes last, since Emacs
  /// takes notes that begin with it for plain.
  private static func both(_ bodies: ThreeWay<Text>, local: Side?) -> Text {
    let side = bodies.decision(local: local) { $0 }.side
    let ordered = side == .ours ? bodies : bodies.swapped
    let parts = ordered.map { ArmoredNotes($0).parts }
    let kept = ThreeWay<[ArmoredNotes.Part]>.members(
      base: parts.base ?? [], ours: parts.ours, theirs: parts.theirs)
    func isMessage(_ part: ArmoredNotes.Part) -> Bool {
      if case .message = part { true } else { false }
    }
    return ArmoredNotes.notes(of: kept.filter(isMessage) + kept.filter { !isMessage($0) })
  }
}
