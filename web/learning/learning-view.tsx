import { useState } from 'react';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { closeOverlay, openOverlay } from '#web/ui/overlay/overlays.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import styles from './learning.module.css';
import { ModuleCard } from './module-card.tsx';
import { type LearningModule, modules } from './modules.ts';
import { ProgressCard } from './progress-card.tsx';
import { type ProgressStorage, useProgress } from './use-progress.ts';

const overlay = 'lesson';
const lessonDialog = lazyModule(() => import('./lesson-dialog.tsx'));

interface LearningViewProps {
  storage: ProgressStorage;
  /** True until it is known whether the visitor is signed in. */
  isWaiting?: boolean;
}

/** The modules, with the reader's progress. */
export function LearningView({ storage, isWaiting = false }: LearningViewProps) {
  const progress = useProgress(storage, isWaiting);
  const [opened, setOpened] = useState<LearningModule>();
  const next = modules.find(({ id }) => !progress.completed.has(id));
  const start = async (module: LearningModule) => {
    try {
      await Promise.all([lessonDialog.load(), module.lessons.load()]);
    } catch {
      showToast({ title: 'Error', description: 'The lessons could not be loaded', variant: 'destructive' });
      return;
    }
    setOpened(module);
    openOverlay(overlay);
  };
  const complete = ({ id, title }: LearningModule) => {
    progress.complete(id);
    closeOverlay(overlay);
    showToast({ title: 'Module completed', description: title });
  };
  return (
    <>
      <ProgressCard storage={storage} progress={progress} />
      <div className={styles.modules}>
        {modules.map((module) => (
          <ModuleCard
            key={module.id}
            module={module}
            isCompleted={progress.completed.has(module.id)}
            isNext={module === next}
            onStart={() => void start(module)}
          />
        ))}
      </div>
      <LazyOverlay name={overlay} module={lessonDialog}>
        {({ LessonDialog }, close) =>
          opened && <LessonDialog module={opened} onComplete={() => complete(opened)} onClose={close} />
        }
      </LazyOverlay>
    </>
  );
}
