/** Places of the service's answers that hold texts of robots or people, and whether long texts fit. In a picture only what shows is there. */
export const carriers = [
  ["Value of a datapoint (text)", "long"],
  ["Value of a datapoint (text inside a message)", "long"],
  ["Recorded value", "long"],
  ["Robot details", "long"],
  ["Feedback of a running job", "long"],
  ["Error of a job", "long"],
  ["Result of a job", "long"],
  ["Description of a command", "long"],
  ["Description of a parameter", "long"],
  ["Name of an alert", "short"],
  ["Last value of an alert", "long"],
  ["Name of the robot", "short"],
  ["Name of the app", "short"],
  ["Name of a file", "short"],
  ["Picture of a camera", "shown"]
] as const

export type Carrier = (typeof carriers)[number][0]
