import { Schema } from "effect"
import { closed, Int, Rule } from "../Wire.ts"
import { RosName, RosType } from "./Grammar.ts"

/** How many topics a recorder takes. */
export const maxRecordedTopics = 50

/** Bytes of a file, and of the messages that a bridge keeps in its memory. */
export const minRecordingBytes = 1_000_000
export const maxRecordingBytes = 500_000_000

export const RecordedTopic = closed({ topic: RosName, type: RosType("msg") })
export type RecordedTopic = typeof RecordedTopic.Type

/** What happens that a recording is cut for without being asked. */
export const CutOn = Schema.Literals(["alert", "job"])
export type CutOn = typeof CutOn.Type

/** What the robot keeps of the last seconds, and when it is cut into a file. No topic may be in it twice. */
export const Recorder = closed({
  topics: Schema.Array(RecordedTopic).check(
    Schema.isMinLength(1, { rule: Rule.tooShort }),
    Schema.isMaxLength(maxRecordedTopics, { rule: Rule.tooLong })
  ),
  before_seconds: Schema.optionalKey(Int(1, 600)),
  after_seconds: Schema.optionalKey(Int(0, 120)),
  max_bytes: Schema.optionalKey(Int(minRecordingBytes, maxRecordingBytes)),
  cut_on: Schema.optionalKey(Schema.Array(CutOn).check(Schema.isMaxLength(2, { rule: Rule.tooLong })))
}).annotate({ identifier: "recorder" })
export type Recorder = typeof Recorder.Type

/** What stands for the keys of `recorder` that are absent. */
export const recorderDefaults = {
  before_seconds: 60,
  after_seconds: 10,
  max_bytes: 50_000_000,
  cut_on: ["alert", "job"]
} as const satisfies Omit<Recorder, "topics">

/** Whether a document's recorder is cut when something of the kind happens. */
export const cutsOn = (recorder: Recorder | undefined, kind: CutOn): boolean =>
  recorder !== undefined && (recorder.cut_on ?? recorderDefaults.cut_on).includes(kind)
