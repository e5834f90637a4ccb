/** Why the service closes a /realtime socket. */
export const RealtimeClose = {
  /** Logout, revoked, blocked, deleted, key rotated or deleted. */
  sessionEnded: 4001,
  noAuthInTime: 4002,
  pingTimeout: 4003,
  readerTooSlow: 4008,
  /** A frame that is not a JSON object, or `auth_error`. */
  refused: 1008,
  /** A frame over 64 KiB. */
  tooBig: 1009,
  restarting: 1012
} as const
export type RealtimeClose = (typeof RealtimeClose)[keyof typeof RealtimeClose]

/** Bytes a client frame may have. */
export const maxClientFrame = 65_536
