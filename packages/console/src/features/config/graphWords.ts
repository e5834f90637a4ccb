import { defineWords } from "../../i18n/words.ts"

/** What the robot has on its graph. */
export const graphWords = defineWords({
  en: {
    graphTitle: "Insert from the ROS graph",
    graphRead: "Read the graph again",
    graphOld: "The robot is offline; this is what it had.",
    graphNever: "The robot's graph was never read. It is read when the bridge connects.",
    graphFilter: "Filter",
    graphMore: (count: number) => `and ${count} more: the filter finds them`,
    graphNone: "Nothing fits.",
    graphInsert: "Insert",
    graphIn: "is in the text"
  },
  de: {
    graphTitle: "Aus dem ROS-Graphen einfügen",
    graphRead: "Graphen neu lesen",
    graphOld: "Der Roboter ist offline; das hatte er zuletzt.",
    graphNever: "Der Graph des Roboters wurde nie gelesen. Er wird gelesen, wenn sich die Bridge verbindet.",
    graphFilter: "Filter",
    graphMore: (count) => `und ${count} weitere: der Filter findet sie`,
    graphNone: "Nichts passt.",
    graphInsert: "Einfügen",
    graphIn: "steht im Text"
  }
})
