import { every, type Robot, type RobotContext, stepSeconds } from "../Robot.ts"
import { type Goal, serveAction } from "../ros/ActionServer.ts"
import { setBool } from "../ros/Interfaces.ts"
import { rosTime } from "../Time.ts"
import { initialArm, jointNames, phaseOf, type Pick, pickSeconds, stepArm } from "./ArmWorld.ts"
import { armUrdf } from "./urdf.ts"

const pickAction = {
  type: "fleet_sim_interfaces/action/Pick",
  goal: "int32 shelf",
  feedback: "float32 percent\nstring phase",
  result: "string item"
}

const lastShelf = 99
/** There is nothing on this shelf: the arm notices when it grips. */
const emptyShelf = 0
/** Beyond 2^53, where a double no longer tells neighbours apart. */
const firstCount = 9_007_199_254_740_993n

/** Six joints and a gripper that takes items from shelves by /pick. */
export const armRobot = ({ graph, rejects }: RobotContext): Robot => {
  let state = initialArm
  let running: Goal | undefined
  let count = firstCount

  const joints = graph.topic("/joint_states", "sensor_msgs/msg/JointState")
  const counter = graph.topic("/counter", "std_msgs/msg/Int64")
  const gripper = graph.topic("/gripper", "std_msgs/msg/Bool", { latched: true })
  gripper.publish({ data: state.gripperClosed })
  graph.topic("/robot_description", "std_msgs/msg/String", { latched: true }).publish({ data: armUrdf })

  graph.service("/gripper/set", setBool, (request) => {
    if (running !== undefined) return { success: false, message: "The arm is busy." }
    const { data } = request as { readonly data: boolean }
    state = { ...state, gripperClosed: data }
    gripper.publish({ data })
    return { success: true, message: data ? "The gripper is closed." : "The gripper is open." }
  })

  serveAction(graph, "/pick", {
    definition: pickAction,
    rejects,
    start: (goal, handle) => {
      const { shelf } = goal as { readonly shelf: number }
      if (running !== undefined || shelf < 0 || shelf > lastShelf) return false
      running = handle
      state = { ...state, pick: { shelf, elapsed: 0 } }
      return true
    }
  })

  const settlePick = (goal: Goal, pick: Pick) => {
    if (goal.cancelRequested()) goal.canceled({ item: "" })
    else if (pick.shelf === emptyShelf && phaseOf(pick) === "grip") goal.abort({ item: "" })
    else if (pick.elapsed >= pickSeconds) goal.succeed({ item: `item from shelf ${pick.shelf}` })
    else return
    running = undefined
    state = { ...state, pick: undefined }
  }

  const publish = [
    every(25, () => {
      joints.publish({ header: { stamp: rosTime(), frame_id: "base" }, name: jointNames, position: state.joints })
    }),
    every(5, () => {
      if (state.pick === undefined) return
      running?.feedback({ percent: (state.pick.elapsed / pickSeconds) * 100, phase: phaseOf(state.pick) })
    }),
    every(2, () => counter.publish({ data: count++ }))
  ]

  return {
    step: () => {
      const closed = state.gripperClosed
      state = stepArm(state, stepSeconds)
      if (state.gripperClosed !== closed) gripper.publish({ data: state.gripperClosed })
      if (running !== undefined && state.pick !== undefined) settlePick(running, state.pick)
      for (const run of publish) run()
    }
  }
}
