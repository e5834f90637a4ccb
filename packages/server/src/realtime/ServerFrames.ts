import type { ServerMessage } from "@fleet/domain/realtime/ServerMessages"
import { ServerMessage as Message } from "@fleet/domain/realtime/ServerMessages"
import { Schema } from "effect"
import { textFrame } from "../platform/websocket/TextFrame.ts"

const encode = Schema.encodeSync(Schema.toCodecJson(Message))

/** One message as finished bytes. Datapoints have a quicker way: see Fanout. */
export const serverFrame = (message: ServerMessage): Buffer => textFrame(JSON.stringify(encode(message)))
