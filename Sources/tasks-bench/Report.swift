import TasksCore

/// The results of a run, for the table and as JSON.
struct Report {
  let machine: Machine
  let programs: [(name: String, version: String)]
  /// The programs to compare with that are not installed.
  let missing: [String]
  let runs: Int
  let rows: [Row]

  var json: [UInt8] {
    JSONWriter.document(kind: "bench") { writer in
      writer.object { writer in
        writer.key("date")
        writer.string(machine.date)
        writer.key("machine")
        writer.string(machine.text)
        writer.key("runs")
        writer.number(runs)
        writer.key("own_peak_kb")
        writer.number(ProcessRun.ownPeak)
        writer.key("programs")
        writer.object { writer in
          for program in programs {
            writer.key(program.name)
            writer.string(program.version)
          }
        }
        writer.key("missing")
        writer.array(missing) { $0.string($1) }
        writer.key("rows")
        writer.array(rows) { Report.write($1, to: &$0) }
      }
    }
  }

  private static func write(_ row: Row, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("row")
      writer.string(row.kind.rawValue)
      writer.key("size")
      writer.number(row.size)
      for (name, limit) in [("must", row.must), ("aim", row.aim)] {
        writer.key(name)
        guard let limit else {
          writer.null()
          continue
        }
        writer.object { writer in
          writer.key("text")
          writer.string(limit.text)
          writer.key("met")
          if let isMet = limit.isMet(by: row.measurements) {
            writer.bool(isMet)
          } else {
            writer.null()
          }
        }
      }
      writer.key("results")
      writer.array(row.measurements) { write($1, to: &$0) }
    }
  }

  private static func write(_ measurement: Measurement, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("name")
      writer.string(measurement.name)
      writer.key("wall_ms")
      writer.number(measurement.wall)
      writer.key("processor_ms")
      writer.number(measurement.processor)
      writer.key("peak_kb")
      writer.number(measurement.peak)
      writer.key("growth_bytes")
      writer.number(measurement.growth)
      writer.key("walls_ms")
      writer.array(measurement.runs) { $0.number($1.wall) }
    }
  }
}
