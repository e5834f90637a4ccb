import type { Hello } from "@fleet/bridge-protocol/BridgeMessages"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { OrgId, type RobotId } from "@fleet/domain/Ids"
import type { Retention } from "@fleet/domain/RobotConfig/Datapoint"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { nothingPublished, type Published } from "@fleet/server/robots/config/PublishedConfigs"
import type { BridgeLink } from "@fleet/server/robots/home/RobotHome"
import type { RobotHome } from "@fleet/server/robots/home/RobotHome"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Clock, Effect } from "effect"

const anOrgId = OrgId.make("00000000-0000-4000-8000-000000000001")

export const retention = { enabled: true, interval_seconds: 1 }
const config = { topic: "/topic", type: "std_msgs/msg/Float32", retention }

/** A configuration that publishes these datapoints, each of them recorded every second. */
export const datapoints = (...slugs: ReadonlyArray<string>): Published => ({
  ...nothingPublished,
  version: 1,
  exposures: new Map(slugs.map((slug): [string, Exposure] => [slug, { kind: "datapoint", slug, config }]))
})

export const hello: typeof Hello.Type = { type: "hello", protocol_version: 5, token: "", bridge_version: "1" }

/** The home of a robot, with or without a bridge. */
export const homeOf = (robotId: RobotId, orgId = anOrgId) =>
  Effect.map(RobotHomes, (homes) => homes.open({ robotId, orgId, robotName: "Rover" }))

/** A bridge that keeps its frames, and leaves when its link is ended. */
export const linkTo = (home: RobotHome, frames: Array<CloudMessage> = []): BridgeLink => {
  const link: BridgeLink = {
    home,
    send: (message) => void frames.push(message),
    end: () => void home.detach(link, 0)
  }
  return link
}

/** The home of a robot whose bridge is connected, as one that was there may be. */
export const connectedHome = Effect.fnUntraced(function* (
  robotId: RobotId,
  published = datapoints("battery"),
  orgId = anOrgId
) {
  const home = yield* homeOf(robotId, orgId)
  if (home.link === null) (yield* RobotHomes).attach(linkTo(home), hello, published)
  return home
})

/** A sample of a datapoint that is recorded every second, as a bridge says it. */
export const say = (
  home: RobotHome,
  slug: string,
  json: string,
  timestampMs: number,
  backfill = false,
  recorded: Retention = retention
) =>
  home.sample(
    { type: "sample", robotId: home.robotId, slug, json, timestampMs },
    { ...config, retention: recorded },
    backfill,
    timestampMs
  )

/** The bridge leaves. */
export const leaves = (home: RobotHome) =>
  Effect.map(Clock.currentTimeMillis, (nowMs) => home.link !== null && home.detach(home.link, nowMs))
