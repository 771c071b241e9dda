// The task board's columns and the words below each task.
import { describe, expect, it } from "vitest"
import { taskColumns, taskCounts, taskNote } from "@/components/tasks/task-columns"
import { anAgent, aTask, at } from "../support/view-fixtures"

describe("the task board", () => {
  it("has three columns, the newest done first", () => {
    const columns = taskColumns([
      aTask({ id: 14, status: "completed", completed_at: at(0) }),
      aTask({ id: 15, status: "completed", completed_at: at(60) }),
      aTask({ id: 17, status: "claimed", owner: "otto" }),
      aTask({ id: 19 }),
    ])
    expect(columns.done.map((task) => task.id)).toEqual([15, 14])
    expect(taskCounts(columns)).toBe("1 open, 1 claimed, 2 done")
  })

  it("says what a task waits for, who has it, and that its owner waits", () => {
    const all = [
      aTask({ id: 17, status: "claimed", owner: "otto" }),
      aTask({ id: 19, blocked_by: [17] }),
      aTask({ id: 22 }),
    ]
    const agents = [anAgent({ name: "otto", status: "waiting" })]
    expect(all.map((task) => taskNote(task, all, agents))).toEqual(["otto, plan pending", "Blocked by 17", "Free"])
  })

  it("calls a task free again once what blocked it is done", () => {
    const all = [aTask({ id: 17, status: "completed" }), aTask({ id: 19, blocked_by: [17] })]
    expect(taskNote(all[1]!, all, [])).toBe("Free")
  })
})
