/** The hidden parts every ROS 2 action is made of. */
export const actionPart = {
  sendGoal: "/_action/send_goal",
  getResult: "/_action/get_result",
  cancelGoal: "/_action/cancel_goal",
  feedback: "/_action/feedback",
  status: "/_action/status"
} as const

/** The three of them that are services; the server is there when all are. */
export const actionServices = [actionPart.sendGoal, actionPart.getResult, actionPart.cancelGoal]
