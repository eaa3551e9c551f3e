import TestSupport
import Testing

/// Runs the commands of a transcript and compares what they did with what stands under them.
func expect(
  _ transcript: String, in world: World, at place: String = "store",
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let actual = try world.transcript(transcript, in: place)
  #expect(
    actual == transcript, "this is what happened:\n\(actual)\n.", sourceLocation: sourceLocation)
}

/// The same in a fresh world with the sample store.
func expect(_ transcript: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  try expect(transcript, in: try World.withSampleStore(), sourceLocation: sourceLocation)
}
