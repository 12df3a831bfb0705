/** One stage of a Dockerfile. */
export interface DockerStage {
  readonly image: string;
  readonly name: string | undefined;
  readonly instructions: readonly { readonly name: string; readonly text: string }[];
}

const known =
  /^(ADD|ARG|CMD|COPY|ENTRYPOINT|ENV|EXPOSE|FROM|HEALTHCHECK|LABEL|RUN|STOPSIGNAL|USER|VOLUME|WORKDIR)\s+(.+)$/s;

/** Parses a Dockerfile. Throws at a line that is not an instruction, and at any but `ARG` before the first `FROM`. */
export function parseDockerfile(text: string): DockerStage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '');
  const stages: {
    image: string;
    name: string | undefined;
    instructions: { name: string; text: string }[];
  }[] = [];
  for (const line of lines.split('\n')) {
    const [, name, rest] = known.exec(line) ?? [];
    if (name === undefined || rest === undefined) throw new Error(`not an instruction: ${line}`);
    if (name === 'FROM') {
      const [, image = '', stage] = /^(\S+)(?: AS (\S+))?$/i.exec(rest) ?? [];
      stages.push({ image, name: stage, instructions: [] });
    } else if (stages.length > 0) stages.at(-1)!.instructions.push({ name, text: rest.trim() });
    else if (name !== 'ARG') throw new Error(`before the first FROM: ${line}`);
  }
  return stages;
}
