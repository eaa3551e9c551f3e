@_spi(_Unicode) import Swift

/// One letter has several forms in Unicode, `é` and `e` with an accent after it. Files keep the form that they have, and
/// what is searched, or compared as a name, is compared in the composed one (NFC; UAX 15).
extension Text {
  /// The text in the composed form.
  package var composed: Text {
    isComposed ? self : Text(String(String.UnicodeScalarView(string._nfc)))
  }

  /// Whether two names are the same in any form.
  package func isAlike(_ other: Text) -> Bool {
    self == other || (!isComposed || !other.isComposed) && composed == other.composed
  }

  /// False if the text may have another form in NFC: it has combining marks, Hangul jamo, kana with a voicing mark, one of
  /// the signs for ångström, kelvin and ohm, or letters of the scripts between.
  private var isComposed: Bool {
    withUTF8 { bytes in
      var place = 0
      while place < bytes.count {
        let byte = bytes[place]
        if byte >= 0xCC {
          let next = place + 1 < bytes.count ? bytes[place + 1] : 0
          switch byte {
          case 0xCC, 0xE0, 0xF0: return false
          case 0xCD where next < 0xB0: return false
          case 0xE1 where next < 0xAE: return false
          case 0xE2 where next == 0x84 || next == 0xAB: return false
          case 0xE3
          where next == 0x82 && place + 2 < bytes.count && (0x99...0x9A).contains(bytes[place + 2]):
            return false
          case 0xEF where (0xA4...0xAC).contains(next): return false
          default: break
          }
        }
        place += 1
      }
      return true
    }
  }
}
