import { feature } from "../platform/features/feature.ts"
import { MediaGateway } from "./MediaGateway.ts"
import { MediaHub } from "./MediaHub.ts"

/** The relay of live video, and its sockets. */
export const media = feature({ services: MediaHub.layer, sockets: MediaGateway })
