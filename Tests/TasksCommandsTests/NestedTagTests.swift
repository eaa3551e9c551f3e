import Foundation
import TestSupport
import Testing

/// Tags below others, as Markdown files may have them.
@Suite struct NestedTagTests {
  @Test func nestedTags() throws {
    try expect(
      #"""
      $ tasks add Weed +area/garden
      ! tasks: 'Weed': 'area/garden' cannot be a tag: Org allows letters, digits, _ @ # and % in tags
      [2]
      $ tasks modify 2cc +area/garden
      ! tasks: 'Buy milk': 'area/garden' cannot be a tag: Org allows letters, digits, _ @ # and % in tags
      [2]
      $ tasks config format md >/dev/null && tasks add Weed +area/garden/beds && tasks add Paint +area/house && tasks add Areas +areas
      added ID  Weed  +area/garden/beds
      added ID  Paint  +area/house
      added ID  Areas  +areas
      $ tasks list +area --columns title,tags && tasks list -area --columns title
      Weed	area/garden/beds
      Paint	area/house
      Call Bob about the invoice
      Buy milk
      Water the plants
      Areas
      $ tasks list +area/garden --columns title && tasks list +area +area/house --columns title
      Weed
      Paint
      $ tasks modify "$(tasks list title:Areas --format '{id}')" +area/garden -areas >/dev/null; tasks list title:Areas --columns title,tags
      Areas	area/garden
      $ tasks list +aria
      ! tasks: no task has the tag 'aria'; did you mean +area?
      ! tasks: no open task matches
      $ tasks add Weed +area/ && tasks add Weed +area//beds
      ! tasks: '/' is not allowed in a tag
      !   +area/
      !        ^
      ! use letters, digits, _ @ # %; to keep the word as text, put it after --
      [2]
      $ tasks suggest fish list +area/g
      +area/garden	1 open
      +area/garden/beds	1 open
      """#)
  }
}
