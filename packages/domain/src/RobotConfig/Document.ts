import { Schema } from "effect"
import { closed } from "../Wire.ts"
import { Camera, DeliveredCamera } from "./Camera.ts"
import { Action, Service } from "./Command.ts"
import { Datapoint } from "./Datapoint.ts"
import { MessageBody, SlugMap } from "./Grammar.ts"
import { LowBandwidth } from "./LowBandwidth.ts"
import { Publisher } from "./Publisher.ts"
import { Recorder } from "./Recorder.ts"

const section = <Value extends Schema.Constraint>(value: Value, max = 200) => Schema.optionalKey(SlugMap(value, max))

const sections = <Cameras extends Schema.Constraint>(camera: Cameras) => ({
  messages: section(MessageBody),
  datapoints: section(Datapoint),
  actions: section(Action),
  services: section(Service),
  publishers: section(Publisher),
  cameras: section(camera, 50),
  low_bandwidth: Schema.optionalKey(LowBandwidth),
  recorder: Schema.optionalKey(Recorder)
})

/**
 * The configuration of a robot: shape and bounds. The rules between fields and names are in `Validate.ts`. Nothing is
 * defaulted into it: an absent key stays absent.
 */
export const RobotConfigDocument = closed({ platform: Schema.Literal(1), ...sections(Camera) }).annotate({
  identifier: "robot-config-document"
})
export type RobotConfigDocument = typeof RobotConfigDocument.Type

/**
 * What a bridge is sent, and what the exposures are read from: a document, or one that was published under older rules.
 * A bridge reads it section by section.
 */
export const DeliveredDocument = closed({
  platform: Schema.optionalKey(Schema.Literal(1)),
  ...sections(DeliveredCamera)
}).annotate({ identifier: "delivered-config-document" })
export type DeliveredDocument = typeof DeliveredDocument.Type

/** What a robot without a published configuration runs. */
export const emptyDocument: DeliveredDocument = { platform: 1 }
