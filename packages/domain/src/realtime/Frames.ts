import { Schema } from "effect"
import { ClientMessage } from "./ClientMessages.ts"
import { ServerMessage } from "./ServerMessages.ts"

/** The text frames of /realtime: JSON, as the messages say. */
export const ClientFrame = Schema.fromJsonString(Schema.toCodecJson(ClientMessage))
export const ServerFrame = Schema.fromJsonString(Schema.toCodecJson(ServerMessage))
