import type { ServerMessage } from "@fleet/domain/realtime/ServerMessages"
import { ServerMessage as Message } from "@fleet/domain/realtime/ServerMessages"
import { Schema } from "effect"
import { textFrame } from "../platform/websocket/TextFrame.ts"

const encode = Schema.encodeSync(Schema.toCodecJson(Message))

/** One message as finished bytes. Datapoints have a quicker way: see Fanout. */
export const serverFrame = (message: ServerMessage): Buffer =>
  // Every socket gets one, and it is its own wire form: JSON writes its one time as the schema does.
  textFrame(JSON.stringify(message.type === "auth_ok" ? message : encode(message)))
