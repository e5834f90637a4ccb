import type { RobotListItem } from "@fleet/sdk"

/** What a new organisation does first, in this order. */
export const setupSteps = ["robot", "publish", "app", "role", "user", "agent", "colleague", "passkey"] as const
export type SetupStep = (typeof setupSteps)[number]

/** What is known beside the robots; undefined where it could not be read. */
export interface SetupFacts {
  readonly apps: number | undefined
  /** Roles beyond the two that each app has. */
  readonly roles: number | undefined
  readonly users: number | undefined
  readonly agents: boolean | undefined
  /** People of the organisation and those invited. */
  readonly people: number | undefined
  readonly passkeys: number | undefined
}

const some = (count: number | undefined, least = 1) => (count === undefined ? undefined : count >= least)

/** Which steps are done; undefined where nobody knows. */
export const stepsDone = (
  robots: ReadonlyArray<Pick<RobotListItem, "protocol_version" | "config">>,
  facts: SetupFacts
): Readonly<Record<SetupStep, boolean | undefined>> => ({
  robot: robots.some(({ protocol_version }) => protocol_version !== null),
  publish: robots.some(({ config }) => config.published_version !== null),
  app: some(facts.apps),
  role: facts.apps === 0 ? false : some(facts.roles),
  user: facts.apps === 0 ? false : some(facts.users),
  agent: facts.apps === 0 ? false : facts.agents,
  colleague: some(facts.people, 2),
  passkey: some(facts.passkeys)
})

/** Whether the list is shown by itself: until it is done or put away. One that cannot be read is not done. */
export const isSetupShown = (
  done: Readonly<Record<SetupStep, boolean | undefined>>,
  isAway: boolean,
  isAsked: boolean
): boolean => isAsked || (!isAway && setupSteps.some((step) => done[step] !== true))
