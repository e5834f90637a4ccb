/** The one version served. Older bridges are refused at hello. */
export const PROTOCOL_VERSION = 5

/** The newest bridge program, sent in hello_ok. */
export const LATEST_BRIDGE_VERSION = "0.1.0"

/** Why the cloud closes a /bridge socket. */
export const BridgeClose = {
  /** Superseded by a newer bridge of the robot; final for the old one. */
  superseded: 4000,
  noHelloInTime: 4002,
  pingTimeout: 4003,
  /** Final. */
  robotDeleted: 4004,
  /** CLOSE_TOKEN_ROTATED; final. */
  tokenRotated: 4005,
  /** hello_error, or a text frame that is not a JSON object. */
  refused: 1008,
  /** A frame over 2 MiB. */
  tooBig: 1009,
  restarting: 1012
} as const

/** Codes after which a bridge must not come back. */
export const finalCloseCodes: ReadonlyArray<number> = [
  BridgeClose.superseded,
  BridgeClose.robotDeleted,
  BridgeClose.tokenRotated
]

/** Bytes a frame may have: one to the cloud, one to a bridge, and one with an image. */
export const maxFrame = 2_097_152
export const maxBridgeFrame = 1_048_576
export const maxSnapshotFrame = 1_572_864
