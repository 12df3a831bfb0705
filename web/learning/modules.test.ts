import { describe, expect, it } from 'vitest';
import type { LessonBlock } from './lesson.ts';
import { modules, summarizeProgress } from './modules.ts';

const wordsOf = (block: LessonBlock): string => {
  if (typeof block === 'string') return block;
  if ('figure' in block) return block.caption;
  if ('link' in block) return block.link;
  return [block.example.title, ...block.example.lines.flat()].join(' ');
};

describe('the learning progress', () => {
  it('is a third and 45 minutes for each completed module', () => {
    expect(summarizeProgress(new Set())).toEqual({ completedCount: 0, percent: 0, minutes: 0 });
    expect(summarizeProgress(new Set(['basics']))).toEqual({ completedCount: 1, percent: 33, minutes: 45 });
    expect(summarizeProgress(new Set(['basics', 'technical-analysis']))).toEqual({
      completedCount: 2,
      percent: 67,
      minutes: 90,
    });
    expect(summarizeProgress(new Set(modules.map(({ id }) => id)))).toMatchObject({
      percent: 100,
      minutes: 135,
    });
  });
});

it('The correct option can’t be guessed by its position or its length', async () => {
  const lessons = (await Promise.all(modules.map((module) => module.lessons.load()))).flat();
  const places = [0, 0, 0, 0];
  let longest = 0;
  for (const { quiz } of lessons) {
    places[quiz.correct]! += 1;
    const others = quiz.options.filter((_, index) => index !== quiz.correct);
    if (others.every((other) => other.length < quiz.options[quiz.correct]!.length)) longest += 1;
  }
  for (const count of places) expect(count).toBeGreaterThanOrEqual(lessons.length / 5);
  expect(Math.max(...places)).toBeLessThanOrEqual(lessons.length / 3);
  expect(longest).toBeLessThanOrEqual(lessons.length / 4);
});

for (const { title, lessonCount, lessons } of modules) {
  describe(`the module "${title}"`, () => {
    it('has as many lessons as stated', async () => {
      expect(await lessons.load()).toHaveLength(lessonCount);
    });

    it('has lessons of 250 to 500 words, each with a figure or a worked example', async () => {
      for (const { title: name, blocks } of await lessons.load()) {
        const words = blocks.map(wordsOf).join(' ').split(/\s+/).length;
        expect(words, name).toBeGreaterThanOrEqual(250);
        expect(words, name).toBeLessThanOrEqual(500);
        expect(
          blocks.some((block) => typeof block !== 'string'),
          name,
        ).toBe(true);
      }
    });

    it('asks one question per lesson, with different options, one of them correct', async () => {
      for (const { quiz } of await lessons.load()) {
        expect(new Set(quiz.options).size, quiz.question).toBe(4);
        expect(quiz.options[quiz.correct], quiz.question).toBeDefined();
      }
    });
  });
}
