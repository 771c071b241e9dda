// Where a team's workspace may lie.
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { AppError } from "@/lib/core/errors"
import { checkWorkspace, prepareWorkspace } from "@/lib/server/workspace/workspace-roots"
import { makeTempDir, removeDir } from "@/tests/support/temp-dir"

let base: string
let rules: { roots: string[]; dataDir: string; others: string[] }

beforeEach(async () => {
  base = await makeTempDir("roots")
  const dataDir = join(base, "home/data")
  await mkdir(join(dataDir, "workspaces"), { recursive: true })
  await mkdir(join(base, "projects"))
  rules = { roots: [join(dataDir, "workspaces"), join(base, "projects"), join(base, "home")], dataDir, others: [] }
})

afterEach(() => removeDir(base))

const refusal = async (path: string) => {
  const error = await checkWorkspace(path, rules).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(AppError)
  expect((error as AppError).code).toBe("invalid")
  return (error as AppError).message
}

test("a folder under a root is allowed, there or not, and answered by its real path", async () => {
  expect(await checkWorkspace(join(base, "projects/shop"), rules)).toBe(join(base, "projects/shop"))
  expect(await checkWorkspace(join(base, "projects"), rules)).toBe(join(base, "projects"))
  expect(await checkWorkspace(join(rules.dataDir, "workspaces/one"), rules)).toBe(join(rules.dataDir, "workspaces/one"))
  await symlink(join(base, "projects"), join(base, "home/link"))
  expect(await checkWorkspace(join(base, "home/link/shop"), rules)).toBe(join(base, "projects/shop"))
})

test("a relative path lies in the first root", async () => {
  expect(await checkWorkspace("one", rules)).toBe(join(rules.dataDir, "workspaces/one"))
  expect(await refusal("../../../elsewhere")).toContain("COUNTERSIGN_WORKSPACES")
})

test("a folder under no root is refused, also by way of a symlink", async () => {
  expect(await refusal("/srv/shop")).toContain("lies under none of the allowed folders (COUNTERSIGN_WORKSPACES)")
  await mkdir(join(base, "elsewhere"))
  await symlink(join(base, "elsewhere"), join(base, "projects/link"))
  expect(await refusal(join(base, "projects/link"))).toContain("COUNTERSIGN_WORKSPACES")
  expect(await refusal(join(base, "projects-of-another"))).toContain("COUNTERSIGN_WORKSPACES")
})

test("a folder that contains our own data, or lies in it outside its workspaces, is refused", async () => {
  expect(await refusal(join(base, "home"))).toContain("contains Countersign's own data")
  expect(await refusal(rules.dataDir)).toContain("own data")
  expect(await refusal(join(rules.dataDir, "store"))).toContain("lies in Countersign's own data")
  expect(await refusal(join(rules.dataDir, "workspaces"))).toContain("lies in Countersign's own data")
  await symlink(rules.dataDir, join(base, "projects/link"))
  expect(await refusal(join(base, "projects/link/store"))).toContain("own data")
})

test("workspaces of two teams never overlap", async () => {
  rules.others = [join(base, "projects/shop")]
  for (const path of ["projects/shop", "projects/shop/api", "projects"])
    expect(await refusal(join(base, path))).toContain("belongs to another team")
  expect(await checkWorkspace(join(base, "projects/shop-two"), rules)).toBe(join(base, "projects/shop-two"))
})

test("what is no folder is refused", async () => {
  await writeFile(join(base, "projects/file"), "")
  expect(await refusal(join(base, "projects/file"))).toContain("is not a folder")
  expect(await refusal("")).toContain("path of a folder")
  expect(await refusal("a\0b")).toContain("path of a folder")
})

test("preparing makes the folder, and says when it cannot", async () => {
  await prepareWorkspace(join(base, "projects/new/deep"))
  await prepareWorkspace(join(base, "projects/new/deep"))
  await writeFile(join(base, "projects/new/deep/file"), "")
  await expect(prepareWorkspace(join(base, "projects/new/deep/file/x"))).rejects.toThrow("cannot be made")
  await symlink(base, join(base, "projects/link"))
  await expect(prepareWorkspace(join(base, "projects/link"))).rejects.toThrow("led elsewhere")
})
