import type { RobotId } from "@fleet/domain/Ids"

/** A robot and the token of its bridge. */
export interface RobotFacts {
  readonly id: RobotId
  readonly token: string
}

/** What the load has to know of the service under test. */
export interface OurFacts {
  readonly url: string
  /** Samples sent here go to the bus at once. */
  readonly busUrl: string
  /** Whatever is sent here is answered, once all samples received before are recorded, with how many those were. */
  readonly recorderUrl: string
  /** The first `robots` of them have every service; others have datapoints only. */
  readonly robots: ReadonlyArray<RobotFacts>
  readonly userToken: string
  readonly ownerToken: string
  readonly serverKey: string
  readonly appId: string
  readonly appIdentifier: string
}

/** What the load has to know of a peer. */
export interface PeerFacts {
  readonly url: string
}

export const robots = 8
export const reading = "reading"
/** A datapoint that is recorded once a second of capture time. */
export const recorded = "recorded"
/** A datapoint whose alert fires at 10 and is over at 5. */
export const watched = "watched"
export const publisherSlug = "drive"
export const cameraSlug = "front"
/** As many services as commands are held in flight: a slug runs one job at a time. */
export const inFlight = 64
export const serviceSlugs = Array.from({ length: inFlight }, (_, index) => `service_${index}`)
/** Actions of the second robot alone. */
export const actionSlugs = Array.from({ length: inFlight }, (_, index) => `action_${index}`)

/** Accounts that can sign in, for floods of sign-ins. */
export const accounts = 1000
export const accountEmail = (index: number) => `account-${index}@example.com`
export const accountPassword = "correct horse battery"
