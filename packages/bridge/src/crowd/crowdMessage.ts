import type { Datapoint } from "@fleet/domain/RobotConfig/Datapoint"
import { readingOf } from "../engine/datapoints/Reading.ts"
import {
  batteryMessage,
  odometryMessage,
  poseMessage,
  scanMessage,
  wheelMessage
} from "../simulator/mobile/MobileMessages.ts"
import { initialMobile, type MobileState } from "../simulator/mobile/MobileWorld.ts"
import { randomNumbers } from "../simulator/RandomNumbers.ts"

/** Metres from the middle of the room that a robot circles at. */
const radius = 0.6

/** Where a robot is that circles through the room: everything of it differs from frame to frame. */
const stateAt = (phase: number): MobileState => ({
  ...initialMobile,
  x: radius * Math.cos(phase),
  y: radius * Math.sin(phase),
  yaw: Math.atan2(Math.cos(phase), -Math.sin(phase)),
  linear: radius + 0.1 * Math.sin(phase * 3),
  angular: 1 + 0.1 * Math.cos(phase * 3),
  battery: 0.5 + 0.4 * Math.sin(phase / 7),
  leftWheel: phase * 7,
  rightWheel: phase * 8
})

type Message = (state: MobileState, random: () => number) => unknown

const messages: Readonly<Record<string, Message>> = {
  "geometry_msgs/msg/PoseStamped": poseMessage,
  "nav_msgs/msg/Odometry": odometryMessage,
  "sensor_msgs/msg/BatteryState": batteryMessage,
  "sensor_msgs/msg/JointState": wheelMessage,
  "sensor_msgs/msg/LaserScan": scanMessage
}

/**
 * A datapoint's value at a phase, as JSON: that of a rover where its topic is of a type that rovers have, else a number. Robots
 * with different seeds differ.
 */
export const crowdValue = (config: Datapoint, seed: number): ((phase: number) => string) => {
  const random = randomNumbers(seed)
  const reading = readingOf(config)
  const message = messages[config.type]
  const number = (phase: number) => String(Math.round((50 + 40 * Math.sin(phase / 7 + seed)) * 1000) / 1000)
  return (phase) =>
    message === undefined ? number(phase) : (reading(message(stateAt(phase + seed), random)) ?? number(phase))
}
