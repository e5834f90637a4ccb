import type { Cause } from "./machine.ts"

/** The message for each cause of a release. */
export const causeWords = {
  late: "causeLate",
  hung: "causeHung",
  blurred: "causeBlurred",
  hidden: "causeHidden",
  stopped: "causeStopped",
  refused: "causeRefused",
  picture: "causePicture",
  clock: "causeClock",
  link: "causeLink",
  offline: "causeOffline",
  busy: "causeBusy",
  configuration: "lockConfiguration",
  gamepad: "causeGamepad"
} as const satisfies Readonly<Record<Cause, string>>
