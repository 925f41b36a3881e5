"""Trainers: StarPO and supervised fine-tuning. Not written yet."""
