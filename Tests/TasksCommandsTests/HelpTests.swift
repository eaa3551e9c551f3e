import Foundation
import TasksCommands
import TestSupport
import Testing

/// Help fits on a screen, and its examples work.
@Suite struct HelpTests {
  @Test func helpFitsOnAScreen() throws {
    for word in [["help"], ["--help"], ["-h"]] {
      let lines = try World().tasks(word[0]).output.split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 40 && lines.allSatisfy { $0.count <= 80 })
      for verb in Verbs.all where verb.isShown {
        #expect(
          lines.contains { $0.split(separator: " ").contains(verb.name[...]) }, "\(verb.name)")
      }
    }
    for topic in HelpTopic.allCases {
      let lines = topic.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 60 && lines.allSatisfy { $0.count <= 80 }, "\(topic)")
    }
  }

  @Test func whatThereIsNoHelpOn() throws {
    try expect(
      #"""
      $ tasks help dats
      ! tasks: there is no help on 'dats'; did you mean 'dates'?
      [2]
      $ tasks help done | head -3
      Finish tasks; a repeating task moves to its next date.

      USAGE: tasks done <id> ... [/ <note>]
      $ tasks help do | head -1
      Finish tasks; a repeating task moves to its next date.
      $ tasks done -h | head -1
      Finish tasks; a repeating task moves to its next date.
      """#)
  }
}
