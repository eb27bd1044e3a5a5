import { absolutePath } from '../../path.ts'
import type { ToolUseContext } from '../context.ts'
import type { ValidationResult } from '../tool.ts'

/** A path as a model names it, absolute: from the folder the shell is in, `~` expanded. */
export function pathIn(path: string, { cwd, permissions }: Pick<ToolUseContext, 'cwd' | 'permissions'>): string {
  return absolutePath(path, cwd, permissions.home, permissions.platform)
}

/** A backfill for tools whose input names one path. */
export function absoluteField<Field extends string>(field: Field) {
  return <Input extends { readonly [name in Field]?: string | undefined }>(
    input: Input,
    context: ToolUseContext,
  ): Input => {
    const path = input[field]
    return path === undefined ? input : { ...input, [field]: pathIn(path, context) }
  }
}

export function invalid(message: string, errorCode: number): ValidationResult {
  return { result: false, message, errorCode }
}

export const valid: ValidationResult = { result: true }

/** A path that no file can have. */
export function impossiblePath(path: string): ValidationResult | undefined {
  if (path.includes('\0')) return invalid('the path holds a null byte', 1)
  // PATH_MAX of Linux.
  return path.length > 4096 ? invalid('the path is longer than 4,096 characters', 1) : undefined
}
