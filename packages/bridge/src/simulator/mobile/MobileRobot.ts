import { sceneCamera } from "../camera/SceneCamera.ts"
import { randomNumbers } from "../RandomNumbers.ts"
import { evenly, every, type Robot, type RobotContext, stepSeconds } from "../Robot.ts"
import { type Goal, serveAction } from "../ros/ActionServer.ts"
import { setBool, trigger } from "../ros/Interfaces.ts"
import { batteryMessage, odometryMessage, poseMessage, scanMessage, wheelMessage } from "./MobileMessages.ts"
import { epochMs } from "../Time.ts"
import { distanceToDock, initialMobile, type MobileDrive, stepMobile } from "./MobileWorld.ts"
import { mobileAssets } from "./meshes.ts"
import { mobileUrdf } from "./urdf.ts"

const dockAction = {
  type: "fleet_sim_interfaces/action/Dock",
  goal: "float32 speed",
  feedback: "float32 remaining\nfloat32 progress",
  result: "bool docked\nfloat32 battery"
}

interface Twist {
  readonly linear: { readonly x: number }
  readonly angular: { readonly z: number }
}

interface Docking {
  readonly goal: Goal
  readonly speed: number
  /** How far the dock was at first, in metres. */
  readonly from: number
  nearest: number
  stuckSeconds: number
}

/** A velocity command counts for this long. */
const commandSeconds = 0.5
/** A way to the dock that gets no shorter for this long is given up. */
const stuckTimeoutSeconds = 5

/** A wheeled robot in a room: drives by /cmd_vel, docks by /dock, resets by /reset. */
export const mobileRobot = ({ cameraHz, graph, isWatched, rejects, seed, viewers }: RobotContext): Robot => {
  const random = randomNumbers(seed)
  let state = initialMobile
  let command = { linear: 0, angular: 0, age: Infinity }
  let docking: Docking | undefined

  const poses = graph.topic("/pose", "geometry_msgs/msg/PoseStamped")
  const odometry = graph.topic("/odom", "nav_msgs/msg/Odometry")
  const wheels = graph.topic("/joint_states", "sensor_msgs/msg/JointState")
  const battery = graph.topic("/battery", "sensor_msgs/msg/BatteryState")
  const scan = graph.topic("/scan", "sensor_msgs/msg/LaserScan")
  const light = graph.topic("/light", "std_msgs/msg/Bool", { latched: true })
  graph.topic("/robot_description", "std_msgs/msg/String", { latched: true }).publish({ data: mobileUrdf })
  graph.topic("/cmd_vel", "geometry_msgs/msg/Twist", {
    onMessage: (message) => {
      const { linear, angular } = message as Twist
      command = { linear: linear.x, angular: angular.z, age: 0 }
    }
  })
  light.publish({ data: false })

  const result = () => ({ docked: state.docked, battery: state.battery })

  graph.service("/reset", trigger, () => {
    docking?.goal.abort(result())
    docking = undefined
    state = initialMobile
    return { success: true, message: "Back at the start." }
  })

  graph.service("/light/set", setBool, (request) => {
    const { data } = request as { readonly data: boolean }
    light.publish({ data })
    return { success: true, message: data ? "The light is on." : "The light is off." }
  })

  serveAction(graph, "/dock", {
    definition: dockAction,
    rejects,
    start: (goal, handle) => {
      const { speed } = goal as { readonly speed: number }
      if (docking !== undefined || !(speed > 0)) return false
      const from = distanceToDock(state)
      docking = { goal: handle, speed, from, nearest: from, stuckSeconds: 0 }
      return true
    }
  })

  const drive = (): MobileDrive => {
    if (docking !== undefined) return { kind: "dock", speed: docking.speed }
    return command.age <= commandSeconds
      ? { kind: "velocity", linear: command.linear, angular: command.angular }
      : { kind: "velocity", linear: 0, angular: 0 }
  }

  /** How much of the way is behind it, 0 to 1. */
  const shareOf = ({ from, nearest }: Docking): number => (from === 0 ? 1 : 1 - nearest / from)

  const isStuck = (current: Docking): boolean => {
    const remaining = distanceToDock(state)
    const isNearer = remaining < current.nearest - 0.01
    current.stuckSeconds = isNearer ? 0 : current.stuckSeconds + stepSeconds
    if (isNearer) current.nearest = remaining
    return current.stuckSeconds > stuckTimeoutSeconds
  }

  const settleDocking = (current: Docking) => {
    if (current.goal.cancelRequested()) current.goal.canceled(result())
    else if (state.docked) current.goal.succeed(result())
    else if (isStuck(current)) current.goal.abort(result())
    else return
    docking = undefined
  }

  const camera = sceneCamera(graph, () => state, epochMs, isWatched, viewers)

  const publish = [
    every(25, () => odometry.publish(odometryMessage(state))),
    every(10, () => poses.publish(poseMessage(state))),
    every(10, () => wheels.publish(wheelMessage(state))),
    every(5, () => scan.publish(scanMessage(state, random))),
    every(5, () => docking?.goal.feedback({ remaining: distanceToDock(state), progress: shareOf(docking) })),
    evenly(cameraHz, camera),
    every(1, () => battery.publish(batteryMessage(state)))
  ]

  return {
    assets: mobileAssets,
    step: () => {
      command.age += stepSeconds
      state = stepMobile(state, drive(), stepSeconds)
      if (docking !== undefined) settleDocking(docking)
      for (const run of publish) run()
    }
  }
}
