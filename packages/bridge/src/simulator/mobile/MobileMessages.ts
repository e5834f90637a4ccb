import { rosTime } from "../Time.ts"
import type { MobileState } from "./MobileWorld.ts"
import { castRay } from "./Room.ts"

const header = (frame_id: string) => ({ stamp: rosTime(), frame_id })

const pose = (state: MobileState) => ({
  position: { x: state.x, y: state.y, z: 0 },
  orientation: { x: 0, y: 0, z: Math.sin(state.yaw / 2), w: Math.cos(state.yaw / 2) }
})

/** geometry_msgs/msg/PoseStamped */
export const poseMessage = (state: MobileState) => ({ header: header("map"), pose: pose(state) })

/** nav_msgs/msg/Odometry */
export const odometryMessage = (state: MobileState) => ({
  header: header("odom"),
  child_frame_id: "base_link",
  pose: { pose: pose(state) },
  twist: {
    twist: { linear: { x: state.linear, y: 0, z: 0 }, angular: { x: 0, y: 0, z: state.angular } }
  }
})

/** sensor_msgs/msg/JointState */
export const wheelMessage = (state: MobileState) => ({
  header: header("base_link"),
  name: ["left_wheel_joint", "right_wheel_joint"],
  position: [state.leftWheel, state.rightWheel]
})

const charging = 1
const discharging = 2

/** sensor_msgs/msg/BatteryState: what is not measured is NaN, as the definition asks. */
export const batteryMessage = (state: MobileState) => ({
  header: header("base_link"),
  voltage: 22 + 4 * state.battery,
  temperature: Number.NaN,
  current: state.docked ? 4 : -0.5 - Math.abs(state.linear),
  charge: Number.NaN,
  capacity: Number.NaN,
  design_capacity: 10,
  percentage: state.battery,
  power_supply_status: state.docked ? charging : discharging,
  power_supply_technology: 2,
  present: true
})

const beams = 120
const rangeMax = 6
const rangeMin = 0.1
const noise = 0.01
const lostBeams = 0.02

/** sensor_msgs/msg/LaserScan: infinite beyond the range, NaN for a beam without an echo. */
export const scanMessage = (state: MobileState, random: () => number) => {
  const increment = (2 * Math.PI) / beams
  const range = (index: number) => {
    if (random() < lostBeams) return Number.NaN
    const distance = castRay(state, state.yaw - Math.PI + index * increment)
    return distance > rangeMax ? Infinity : distance + (random() - 0.5) * noise
  }
  return {
    header: header("laser"),
    angle_min: -Math.PI,
    angle_max: Math.PI - increment,
    angle_increment: increment,
    scan_time: 0.2,
    range_min: rangeMin,
    range_max: rangeMax,
    ranges: Array.from({ length: beams }, (_, index) => range(index))
  }
}
